"""Networks for MaskablePPO that read the flat observation; what is in here needs the extra ``sb3``.

the extra ``sb3`` brings it. Saved agents name :mod:`stuka_env.networks.policies`, so that
``MaskablePPO.load`` finds their policy wherever this package is.
"""
