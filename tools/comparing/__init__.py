"""Do two checkouts of the repository play the same games? The parts of ``tools/compare_checkouts.py``.

The modules from :mod:`.plan` to :mod:`.child` run in a process of their own for each checkout and import nothing of the
package but what its public contract names; what has no public name yet is in :mod:`.layout` alone. The other modules
start these processes and compare what they report.
"""
