#!/bin/sh
# The steps that make an image; each runs in a folder with a copy of the sources. The Dockerfile calls them one by one,
# so that a change of the sources does not reinstall the packages; the tests call them without Docker.
#   image-steps.sh install | build | collect FOLDER
set -eu

case "$1" in
install)
	# Without install scripts: they install a second Node and a PostgreSQL for tests, which a build does not need.
	# The same command as in bin/prepare.mjs, so that the image and a checkout are installed in one way.
	npm install --no-save --include=dev --ignore-scripts --prefer-offline --no-audit --no-fund
	;;
build)
	node bin/build.mjs
	# Optional packages are not needed here: a type checker, a driver for another runtime.
	npm prune --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund
	;;
collect)
	# The result contains only what runs: no sources of screens, no tests, no tools.
	mkdir -p "$2"
	rm -rf server/build build/compiled
	mv package.json build server content node_modules "$2"
	# The operator's commands import the domain functions from their sources.
	rm -rf app/routes app/layouts app/ui
	# The list of packages that run a model in a file is installed from there on first use.
	find app -type f ! -name '*.ts' ! -path 'app/local-model/runtime/*' -delete
	mkdir "$2/bin"
	mv bin/users bin/payments bin/doctor bin/backup bin/restore bin/model bin/move bin/console "$2/bin"
	mv app "$2"
	;;
*)
	echo "image-steps.sh install | build | collect FOLDER" >&2
	exit 2
	;;
esac
