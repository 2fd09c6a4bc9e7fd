"""Tests of long work in parts."""
