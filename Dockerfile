# syntax=docker/dockerfile:1
FROM node:24.21.0-slim AS build
WORKDIR /build
# First what changes seldom: this layer is kept until the lock file changes.
COPY package.json package-lock.json ./
COPY bin/image-steps.sh bin/
RUN --mount=type=cache,target=/root/.npm bin/image-steps.sh install
COPY . .
RUN bin/image-steps.sh build && bin/image-steps.sh collect /app

FROM node:24.21.0-slim
WORKDIR /app
COPY --from=build /app ./
# The program belongs to root and is read only; the data belong to the one who runs it.
RUN install -d -o node -g node -m 0700 /data
USER node
# Inside a container the loopback address would be reachable from nowhere; which port is opened to whom
# is said when the container is started. Eight threads, because hashing a password occupies one.
ENV NODE_ENV=production UV_THREADPOOL_SIZE=8 HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
# Ten seconds is what the server takes at most to end what it is doing.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=3s --start-period=10s CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# The same flag as in bin/start.mjs.
CMD ["node", "--max-semi-space-size=16", "server/main.ts"]
