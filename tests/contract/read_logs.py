"""Opens exported debates as Inspect AI does, and prints a line for each: python read_logs.py x.eval.json ..."""

import sys

from inspect_ai.log import read_eval_log

for path in sys.argv[1:]:
    log = read_eval_log(path)
    samples = log.samples or []
    if log.version != 2 or len(samples) != 1:
        sys.exit(f"{path}: not one debate in version 2")
    sample = samples[0]
    # Sums over scores convert them, and fail on a value that is none.
    scores = {name: score.value for name, score in (sample.scores or {}).items()}
    if log.status == "success":
        if not {"verdict", "quality"} <= scores.keys() or not sample.output.completion:
            sys.exit(f"{path}: a completed debate without its ruling")
        if not all(message.source for message in sample.messages):
            sys.exit(f"{path}: a message without its source")
    print(f"inspect_ai: {log.eval.task}, {log.status}, {len(sample.messages)} messages, scores {scores}")
