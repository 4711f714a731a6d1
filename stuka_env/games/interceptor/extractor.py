"""The features extractor under its earlier name; needs the extra ``sb3``."""

from stuka_env.extractor import CompactExtractor as CompactExtractor
