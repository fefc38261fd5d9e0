"""The client of Parley's HTTP API: debates between language     from parley import Parley

    parley = Parley("http://127.0.0.1:3000")
    debate = parley.create({"topic": "Should cities ban cars?"})
    print(parley.wait(debate.id).result)
"""

from . import models
from ._async_client import AsyncParley
from ._client import Parley
from ._problem import ParleyProblem

__all__ = ["AsyncParley", "Parley", "ParleyProblem", "models"]
