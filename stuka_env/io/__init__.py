"""Reading and writing: files of unknown origin, complete files, command lines, and the words of refusals."""
