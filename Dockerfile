# syntax=docker/dockerfile:1
FROM node:24.21.0-slim AS build
WORKDIR /build
# Packages first: this layer stays cached until the lock file changes.
COPY package.json package-lock.json ./
COPY bin/image-steps.sh bin/
RUN --mount=type=cache,target=/root/.npm bin/image-steps.sh install
COPY . .
RUN bin/image-steps.sh build && bin/image-steps.sh collect /app

FROM node:24.21.0-slim
WORKDIR /app
COPY --from=build /app ./
# The program belongs to root and is read-only; the data belong to the user that runs the server.
RUN install -d -o node -g node -m 0700 /data
# Node looks for compiled code by the user that runs it, so that user makes it; then it is read-only too.
RUN install -d -o node build/compiled
USER node
RUN --mount=type=bind,from=build,source=/build/bin,target=/tmp/bin node /tmp/bin/compile.mjs
USER root
RUN chown -R root:root build/compiled && chmod -R a+rX build/compiled
# docker exec -it NAME sob users list
RUN ln -s /app/bin/console/sob /usr/local/bin/sob
USER node
# Inside a container a server on the loopback address could not be reached; the published ports are chosen when the
# container is started.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
ENV NODE_COMPILE_CACHE=/app/build/compiled
# The same settings and flags as in bin/server-process.mjs, which explains them.
ENV UV_THREADPOOL_SIZE=8
ENV MALLOC_MMAP_THRESHOLD_=1048576
ENV MALLOC_TRIM_THRESHOLD_=1048576
ENV GLIBC_TUNABLES=glibc.malloc.hugetlb=1
VOLUME /data
EXPOSE 3000
# The server stops within ten seconds.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=3s --start-period=10s CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=16", "--heap-growing-percent=100", "--expose-gc", "server/main.ts"]
