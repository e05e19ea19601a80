class Error(Exception):
    code: str
    file: str | None
    line: int | None
    byte: int | None

class QueryError(Error):
    query: str | None

__version__: str
