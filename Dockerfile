# The image of Tapedeck: the server and the built web client. docs/hosting.md says how to run it.
# `npm run check-packaging` performs these steps without a container runtime.

# The libraries of the server. The `node` package among them is the pinned runtime, so the last stage needs no Node of its own.
FROM node:24-bookworm-slim AS libraries
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --no-audit --no-fund
# Only the browser runs these; the build stage has put what it needs of them into dist/web.
RUN rm -rf node_modules/monaco-editor node_modules/lucide-react node_modules/@base-ui node_modules/konva \
    node_modules/react-dom node_modules/react-router node_modules/flexlayout-react node_modules/@fontsource-variable

FROM node:24-bookworm-slim AS web
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY index.html info.html popout.html vite.config.ts tsconfig.json ./
COPY public public
COPY scripts/lib scripts/lib
COPY layouts layouts
COPY plugins plugins
COPY src src
RUN node_modules/node/bin/node node_modules/vite/bin/vite.js build --logLevel warn

FROM debian:bookworm-slim AS runtime
RUN groupadd --gid 10001 tapedeck \
 && useradd --uid 10001 --gid tapedeck --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin tapedeck \
 && install -d -o tapedeck -g tapedeck -m 0700 /data
WORKDIR /app
COPY --from=libraries /app/node_modules node_modules
COPY --from=web /app/dist/web dist/web
COPY package.json LICENSE ./
COPY scripts/health-check.mjs scripts/health-check.mjs
COPY src/domain src/domain
COPY src/protocol src/protocol
COPY src/server src/server

ENV PATH=/app/node_modules/node/bin:/usr/local/bin:/usr/bin:/bin \
    NODE_ENV=production \
    NODE_OPTIONS=--disable-warning=ExperimentalWarning \
    TAPEDECK_HOST=0.0.0.0 \
    TAPEDECK_SOCKET_PORTS=off \
    TAPEDECK_DATA=/data
# By number, so that Kubernetes can check that it is not root.
USER 10001:10001
VOLUME ["/data"]
EXPOSE 4600
STOPSIGNAL SIGTERM
# The port opens when the server is started, so a failure before that is not counted.
HEALTHCHECK --interval=15s --timeout=5s --start-period=120s --retries=4 CMD ["node", "scripts/health-check.mjs"]
CMD ["node", "src/server/main.ts"]
