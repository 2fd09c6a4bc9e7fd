"""What KubeRay 1.6 and Kubernetes take in a RayJob and a claim of a disk, as JSON Schema.

The names and types of all fields of `RayJobSpec`, `RayClusterSpec` and the groups are those of KubeRay's reference of
its API; of a pod, only the fields that are in use are listed. What is not listed is refused, as a misspelt name would
be ignored, or refused, by a cluster only.
"""

from typing import Any

Schema = dict[str, Any]

TEXT: Schema = {"type": "string", "minLength": 1}
FLAG: Schema = {"type": "boolean"}
COUNT: Schema = {"type": "integer", "minimum": 0, "maximum": 2**31 - 1}
NUMBER: Schema = {"type": "number"}
TEXTS: Schema = {"type": "object", "additionalProperties": {"type": "string"}}
NAME: Schema = {"type": "string", "pattern": r"^[a-z0-9]([-a-z0-9]*[a-z0-9])?$", "maxLength": 47}  # KubeRay adds to it
QUANTITY: Schema = {"type": "string", "pattern": r"^[0-9]+(\.[0-9]+)?(m|[kMGTPE]|[KMGTPE]i)?$"}
ANYTHING: Schema = {}


def record(required: str = "", **fields: Schema) -> Schema:
    """Return the schema of an object with these fields and no others; the words of `required` are not optional."""
    return {"type": "object", "properties": fields, "required": required.split(), "additionalProperties": False}


def many(item: Schema) -> Schema:
    """Return the schema of a list that is not empty."""
    return {"type": "array", "items": item, "minItems": 1}


METADATA = record("name", name=NAME, namespace=NAME, labels=TEXTS, annotations=TEXTS)
QUANTITIES: Schema = {"type": "object", "additionalProperties": QUANTITY}
RESOURCES = record(requests=QUANTITIES, limits=QUANTITIES)
SECRET = record("key name", key=TEXT, name=NAME)
CONTAINER = record(
    "name image resources",
    name=NAME,
    image=TEXT,
    imagePullPolicy={"enum": ["Always", "IfNotPresent", "Never"]},
    resources=RESOURCES,
    env=many(record("name", name=TEXT, value={"type": "string"}, valueFrom=record(secretKeyRef=SECRET))),
    volumeMounts=many(record("name mountPath", name=NAME, mountPath=TEXT, readOnly=FLAG)),
)
POD = record(
    "spec",
    metadata=record(labels=TEXTS, annotations=TEXTS),
    spec=record(
        "containers",
        containers=many(CONTAINER),
        volumes=many(
            record("name", name=NAME, persistentVolumeClaim=record("claimName", claimName=NAME), emptyDir=ANYTHING)
        ),
        securityContext=record(fsGroup=COUNT, runAsUser=COUNT, runAsGroup=COUNT, runAsNonRoot=FLAG),
        serviceAccountName=NAME,
        nodeSelector=TEXTS,
    ),
)
HEAD = record(
    "rayStartParams template",
    enableIngress=FLAG,
    headService=ANYTHING,
    rayStartParams=TEXTS,
    serviceType={"enum": ["ClusterIP", "NodePort", "LoadBalancer"]},
    template=POD,
)
WORKERS = record(
    "groupName minReplicas maxReplicas rayStartParams template",
    groupName=NAME,
    idleTimeoutSeconds=COUNT,
    maxReplicas=COUNT,
    minReplicas=COUNT,
    numOfHosts=COUNT,
    rayStartParams=TEXTS,
    replicas=COUNT,
    scaleStrategy=ANYTHING,
    suspend=FLAG,
    template=POD,
)
CLUSTER = record(
    "headGroupSpec",
    authOptions=record(mode={"enum": ["disabled", "token"]}, secretName=NAME, enableK8sTokenAuth=FLAG),
    autoscalerOptions=record(
        env=ANYTHING,
        envFrom=ANYTHING,
        idleTimeoutSeconds=COUNT,
        image=TEXT,
        imagePullPolicy=TEXT,
        resources=RESOURCES,
        securityContext=ANYTHING,
        upscalingMode={"enum": ["Default", "Aggressive", "Conservative"]},
        version={"enum": ["v1", "v2"]},
        volumeMounts=ANYTHING,
    ),
    enableInTreeAutoscaling=FLAG,
    gcsFaultToleranceOptions=ANYTHING,
    headGroupSpec=HEAD,
    headServiceAnnotations=TEXTS,
    managedBy=TEXT,
    rayVersion=TEXT,
    suspend=FLAG,
    workerGroupSpecs=many(WORKERS),
)
JOB = record(
    "entrypoint rayClusterSpec",
    activeDeadlineSeconds={**COUNT, "minimum": 1},
    backoffLimit=COUNT,
    clusterSelector=TEXTS,
    deletionStrategy=ANYTHING,
    entrypoint=TEXT,
    entrypointNumCpus=NUMBER,
    entrypointNumGpus=NUMBER,
    entrypointResources=TEXT,
    jobId=TEXT,
    managedBy=TEXT,
    metadata=TEXTS,
    rayClusterSpec=CLUSTER,
    runtimeEnvYAML=TEXT,
    shutdownAfterJobFinishes=FLAG,
    submissionMode={"enum": ["K8sJobMode", "HTTPMode", "InteractiveMode", "SidecarMode"]},
    submitterConfig=record(backoffLimit=COUNT),
    submitterPodTemplate=ANYTHING,
    suspend=FLAG,
    ttlSecondsAfterFinished=COUNT,
)
RAY_JOB = record(
    "apiVersion kind metadata spec",
    apiVersion={"const": "ray.io/v1"},
    kind={"const": "RayJob"},
    metadata=METADATA,
    spec=JOB,
)
CLAIM = record(
    "apiVersion kind metadata spec",
    apiVersion={"const": "v1"},
    kind={"const": "PersistentVolumeClaim"},
    metadata=METADATA,
    spec=record(
        "accessModes resources",
        accessModes=many({"enum": ["ReadWriteOnce", "ReadOnlyMany", "ReadWriteMany", "ReadWriteOncePod"]}),
        resources=RESOURCES,
        storageClassName=NAME,
    ),
)
