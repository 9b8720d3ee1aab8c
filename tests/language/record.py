"""`python -m tests.language.record [PART-OF-A-NAME …]` writes what each case of the corpus prints now; read the diff before a commit."""

import sys

from tests.language.cases import BAD, cases, expected_file, shown


def main(wanted: list[str]) -> int:
    written = 0
    for case in cases():
        if wanted and not any(part in case for part in wanted):
            continue
        file, text = expected_file(case), shown(case)
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8", newline="\n")
            written += 1
            print(f"recorded {file.relative_to(BAD)}")
    if not wanted:
        known = {expected_file(case) for case in cases()}
        for file in sorted(BAD.rglob("*.expected")):
            if file not in known:
                print(f"without a case: {file.relative_to(BAD)}")
    print(f"{written} files changed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
