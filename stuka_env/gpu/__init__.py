"""The same rules on a GPU, with the extra ``cuda``: a thread steps a war.

Under ``NUMBA_ENABLE_CUDASIM=1`` Numba's simulator takes the place of the GPU. Its kernels are plain Python, and its
device arrays are arrays of NumPy, because it has none of records. The kernels call the code of the CPU there.
"""
