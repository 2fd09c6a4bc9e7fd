"""The manifest for KubeRay has the fields that KubeRay knows, and what the page of clusters promises of it."""

import copy
import re
import shlex
from collections.abc import Callable
from typing import Any

import jsonschema
import pytest
import typer
import yaml

from mom_env import __version__, cli
from tests.support.commands import ROOT
from tests.support.rayjob_schema import CLAIM, RAY_JOB

pytestmark = pytest.mark.once
FILE = ROOT / "configs" / "ray" / "rayjob.yaml"
PAGE = (ROOT / "docs" / "cluster.md").read_text(encoding="utf-8")


@pytest.fixture
def claim_and_job() -> list[Any]:
    return list(yaml.safe_load_all(FILE.read_text(encoding="utf-8")))


@pytest.fixture
def job(claim_and_job: list[Any]) -> Any:
    return claim_and_job[1]


@pytest.fixture
def groups(job: Any) -> list[Any]:
    """The head, and the workers."""
    cluster = job["spec"]["rayClusterSpec"]
    return [cluster["headGroupSpec"], *cluster["workerGroupSpecs"]]


def test_both_documents_have_fields_of_these_names_and_types_only(claim_and_job: list[Any]) -> None:
    for found, schema in zip(claim_and_job, (CLAIM, RAY_JOB), strict=True):
        jsonschema.Draft202012Validator.check_schema(schema)
        jsonschema.validate(found, schema)


def misspell(job: Any) -> None:
    job["spec"]["shutdownAfterJobFinish"] = job["spec"].pop("shutdownAfterJobFinishes")


def number_for_text(job: Any) -> None:
    job["spec"]["rayClusterSpec"]["headGroupSpec"]["rayStartParams"]["num-cpus"] = 0


def text_for_number(job: Any) -> None:
    job["spec"]["backoffLimit"] = "2"


def no_image(job: Any) -> None:
    del job["spec"]["rayClusterSpec"]["workerGroupSpecs"][0]["template"]["spec"]["containers"][0]["image"]


def unknown_mode(job: Any) -> None:
    job["spec"]["rayClusterSpec"]["authOptions"]["mode"] = "password"


@pytest.mark.parametrize("spoil", [misspell, number_for_text, text_for_number, no_image, unknown_mode])
def test_the_schema_notices_mistakes(spoil: Callable[[Any], None], job: Any) -> None:
    spoilt = copy.deepcopy(job)
    spoil(spoilt)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(spoilt, RAY_JOB)


def test_the_command_is_one_of_ours_and_works_on_ray(job: Any) -> None:
    words = shlex.split(job["spec"]["entrypoint"])
    assert words[0] == "mom"
    group: Any = typer.main.get_command(cli.app)
    given = group.commands[words[1]].make_context(words[1], words[2:]).params
    assert (given["on"], given["resume"]) == ("ray", True)
    assert given["send_code"] is False
    (mount,) = job["spec"]["rayClusterSpec"]["headGroupSpec"]["template"]["spec"]["containers"][0]["volumeMounts"]
    assert str(given["out"]).startswith(mount["mountPath"] + "/")


def test_only_the_head_has_the_disk_of_the_results(claim_and_job: list[Any], groups: list[Any]) -> None:
    claim = claim_and_job[0]["metadata"]["name"]
    found = [
        [volume["persistentVolumeClaim"]["claimName"] for volume in group["template"]["spec"].get("volumes", ())]
        for group in groups
    ]
    assert found == [[claim], []]
    (volume,), (mount,) = (
        groups[0]["template"]["spec"]["volumes"],
        groups[0]["template"]["spec"]["containers"][0]["volumeMounts"],
    )
    assert volume["name"] == mount["name"]


def test_it_ends_by_itself_asks_for_a_token_and_cannot_be_reached_from_outside(job: Any, groups: list[Any]) -> None:
    spec = job["spec"]
    assert spec["shutdownAfterJobFinishes"] is True
    assert spec["backoffLimit"] > 0
    assert spec["activeDeadlineSeconds"] > 0
    assert spec["rayClusterSpec"]["authOptions"]["mode"] == "token"
    assert groups[0]["serviceType"] == "ClusterIP"
    assert "enableIngress" not in groups[0]
    assert "headService" not in groups[0]
    assert not re.search(r"(?i)kind: (?:service|ingress|secret)$", FILE.read_text(encoding="utf-8"), re.MULTILINE)


def test_the_head_does_no_parts_and_workers_come_and_go(job: Any, groups: list[Any]) -> None:
    cluster = job["spec"]["rayClusterSpec"]
    assert cluster["enableInTreeAutoscaling"] is True
    assert groups[0]["rayStartParams"]["num-cpus"] == "0"
    for workers in groups[1:]:
        assert 1 <= workers["minReplicas"] <= workers["replicas"] < workers["maxReplicas"]


def test_images_and_resources_are_the_same_and_given_in_full(groups: list[Any]) -> None:
    containers = [container for group in groups for container in group["template"]["spec"]["containers"]]
    assert {container["image"] for container in containers} == {f"registry.example/mom-env:{__version__}"}
    for container in containers:
        assert container["resources"]["requests"] == container["resources"]["limits"]
        assert set(container["resources"]["limits"]) == {"cpu", "memory"}


def test_the_version_of_ray_is_the_one_that_is_tested(job: Any) -> None:
    constraints = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    assert f"ray=={job['spec']['rayClusterSpec']['rayVersion']}\n" in constraints


def test_the_page_says_that_nobody_has_run_it() -> None:
    assert "never been run" in FILE.read_text(encoding="utf-8")
    assert "validated, but never run" in PAGE
    assert "configs/ray/rayjob.yaml" in PAGE
