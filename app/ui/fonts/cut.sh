#!/bin/sh
# Cuts the typefaces to the characters of a first view, from the files in this folder. Needs the Debian packages
# `fonttools` and `python3-brotli`; makes the same bytes each time. README.md says what is cut off, and why.
set -eu
cd "$(dirname "$0")"

RUSSIAN=U+0301,U+0401,U+0410-044F,U+0451,U+2116
BASIC_LATIN=U+0041-005A,U+0061-007A
SIGNS=U+0020-0040,U+005B-0060,U+007B-007E,U+00A0,U+00A9,U+00AB,U+00AD,U+00B2,U+00B7,U+00BB,U+00D7,U+2013,U+2014,U+201C-201E,U+2022,U+2026,U+2039,U+203A,U+2212
whole=$(mktemp)
trap 'rm -f "$whole"' EXIT

# `fonttools varLib.instancer`, which would let a region of weights end beyond the new limit: browsers refuse all
# weights of such a file, Firefox aloud. Here it is cut at the limit.
LIMIT='
import inspect, sys
from fontTools.varLib import instancer
code = inspect.getsource(instancer.solver)
strict = code.replace("elif axisDef + (axisMax - axisDef) * 2 >= upper:", "elif axisMax >= upper:")
assert strict != code, "another fonttools: look at its solver"
exec(compile(strict, "solver", "exec"), instancer.solver.__dict__)
instancer.main(sys.argv[1:])
'

# cut FROM TO CHARACTERS FEATURES
cut() {
	python3 -c "$LIMIT" --quiet --no-recalc-timestamp "$1" wght=400:700 --output "$whole"
	pyftsubset "$whole" --unicodes="$3" --layout-features="$4" --flavor=woff2 --no-hinting \
		--drop-tables+=STAT,VVAR,vhea,vmtx,gasp --name-IDs='0,13,14' --output-file="$2"
}

cut golos-text-cyrillic-wght-normal.woff2 golos-text-russian.woff2 "$RUSSIAN" kern,mark
cut golos-text-latin-wght-normal.woff2 golos-text-signs.woff2 "$SIGNS" kern,tnum,calt
cut golos-text-latin-wght-normal.woff2 golos-text-basic-latin.woff2 "$BASIC_LATIN" kern
for name in russian signs basic-latin; do python3 shrink-weights.py "golos-text-$name.woff2"; done

# JetBrains Mono has one difference for all weights: there is nothing to shrink.
cut jetbrains-mono-cyrillic-wght-normal.woff2 jetbrains-mono-russian.woff2 "$RUSSIAN" mark
cut jetbrains-mono-latin-wght-normal.woff2 jetbrains-mono-basic-latin.woff2 "$BASIC_LATIN,$SIGNS" ''
