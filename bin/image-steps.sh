#!/bin/sh
# The steps by which an image is made, each run in a folder with a copy of the sources. The Dockerfile calls
# them one by one, so that a change of the sources does not install anew; the tests call them without Docker.
#   image-steps.sh install | build | collect FOLDER
set -eu

case "$1" in
install)
	# Without install scripts: they bring a second Node and a PostgreSQL for tests, and nothing a build needs.
	# Why not `npm ci`: see bin/prepare.mjs.
	npm install --no-save --include=dev --ignore-scripts --prefer-offline --no-audit --no-fund
	;;
build)
	node bin/build.mjs
	# What is optional for others is needed by nobody here: a compiler for types, a driver for another runtime.
	npm prune --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund
	;;
collect)
	# Only what runs: neither sources of screens nor tests nor tools.
	mkdir -p "$2"
	rm -rf server/build build/compiled
	mv package.json build server content node_modules "$2"
	# The operator's commands run the verbs of the rooms as they are written.
	rm -rf app/routes app/layouts app/ui
	find app -type f ! -name '*.ts' -delete
	mkdir "$2/bin"
	mv bin/users bin/payments bin/command.ts bin/terminal-output.ts "$2/bin"
	mv app "$2"
	;;
*)
	echo "image-steps.sh install | build | collect FOLDER" >&2
	exit 2
	;;
esac
