# The images of compose.yaml: Temporal's server, and last Parley itself.
# The checks of this project pull no image: `npm run infra:check` lints this file, and
# tests/infra/package.processes.test.ts runs its commands without a container.

FROM golang:1.26-bookworm AS temporal-build
# The version that `npm start` builds.
RUN go install github.com/temporalio/cli/cmd/temporal@v1.5.1

FROM debian:bookworm-slim AS temporal
COPY --from=temporal-build /go/bin/temporal /usr/local/bin/temporal
RUN useradd --create-home --uid 1000 temporal && install --directory --owner=1000 /data
USER 1000
VOLUME ["/data"]
EXPOSE 7233 8233
ENTRYPOINT ["temporal"]

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
COPY api/client/package.json api/client/
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:24.21.0-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
COPY api/client/package.json api/client/
# The lock's versions. `npm ci --omit=dev` would keep the test runner, which one of the packages can work with.
# The image has its own Node, and runs on this kind of processor.
RUN npm pkg delete devDependencies \
  && npm install --omit=dev --omit=peer --no-audit --no-fund \
  && rm -rf node_modules/node-linux-* \
  && find node_modules/@temporalio/core-bridge/releases -mindepth 1 -maxdepth 1 ! -name "$(uname -m)-unknown-linux-gnu" \
    -exec rm -r {} +

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production PARLEY_DATA_DIR=/data
# As `npm start` has them: docs/operations.md#memory
ENV NODE_OPTIONS=--max-semi-space-size=16 MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=dependencies /app ./
COPY --from=build /build/dist dist/
RUN ["node", "/app/dist/infra/workers/bundle/for-image.js"]
COPY LICENSE README.md CHANGELOG.md SECURITY.md ./
COPY docs docs/
RUN install --directory --owner=1000 /data
USER 1000
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=6s --start-period=60s CMD ["node", "/app/dist/infra/health.mjs"]
ENTRYPOINT ["node", "/app/dist/infra/cli/bin.mjs"]
CMD ["api"]
