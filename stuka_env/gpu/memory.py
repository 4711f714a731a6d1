"""Arrays on the device: copies of arrays of records, and views of their fields as arrays of numbers."""

from typing import Any

import numpy as np
from numba import cuda
from numpy.typing import NDArray

from stuka_env.gpu.device_code import IS_SIMULATED

DeviceArray = Any
"""An array on the device, with ``__cuda_array_interface__`` and DLPack; in the simulator one of NumPy."""

if not IS_SIMULATED:
    from cuda.core.utils import StridedMemoryView
    from numba.cuda.cudadrv.devicearray import DeviceNDArray

    class SharedArray(DeviceNDArray):
        """An array of numba-cuda that other libraries can also take by DLPack, which numba-cuda does not offer."""

        def _memory(self) -> StridedMemoryView:
            """Return the memory. Nothing waits: kernels run on the default stream, as those of PyTorch do."""
            return StridedMemoryView.from_cuda_array_interface(self, stream_ptr=-1)

        def __dlpack__(self, **wishes: Any) -> Any:
            """Return the capsule of the memory."""
            return self._memory().__dlpack__(**wishes)

        def __dlpack_device__(self) -> tuple[int, int]:
            """Return the kind and number of the device."""
            kind, number = self._memory().__dlpack_device__()
            return int(kind), number


def upload(array: NDArray[Any]) -> DeviceArray:
    """Return a copy of an array on the device."""
    if IS_SIMULATED:
        return np.array(array, array.dtype)
    copied = cuda.to_device(np.ascontiguousarray(array))
    return SharedArray(copied.shape, copied.strides, copied.dtype, gpu_data=copied.gpu_data)


def upload_all(arrays: Any) -> Any:
    """Return a named tuple of arrays with copies on the device."""
    return type(arrays)(*[upload(array) for array in arrays])


def put(target: DeviceArray, source: NDArray[Any]) -> None:
    """Write an array over as large a one on the device."""
    if IS_SIMULATED:
        target[...] = source
    else:
        target.copy_to_device(source)


def download(array: DeviceArray) -> NDArray[Any]:
    """Return a copy of an array of the device."""
    copied: NDArray[Any] = array.copy() if IS_SIMULATED else array.copy_to_host()
    return copied


def view(
    array: DeviceArray, *names: str, columns: int | None = None, dtype: type[np.generic] | None = None
) -> DeviceArray:
    """Return a view of a field of an array of records, or of a field of this field: ``(N,)`` or ``(N, columns)``.

    Args:
        array: the array of records.
        names: the names of the fields, from outside.
        columns: number of numbers of each row, from the first on; None for all.
        dtype: another type of the same size to read the numbers as.
    """
    kind, offset = np.dtype(array.dtype), 0
    for name in names:
        assert kind.fields is not None
        kind, start = kind.fields[name][:2]
        offset += start
    number = np.dtype(dtype) if dtype is not None else kind.base
    inner = kind.shape if columns is None else (columns, *kind.shape[1:])
    shape, strides = (len(array), *inner), (array.dtype.itemsize, *np.empty(inner, number).strides)
    if IS_SIMULATED:
        return np.ndarray(shape, number, array.view(np.uint8), offset, strides)
    return SharedArray(shape, strides, number, gpu_data=array.gpu_data.view(offset))
