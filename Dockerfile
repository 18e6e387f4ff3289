FROM node:24-bookworm-slim AS packages
WORKDIR /registru
COPY package.json package-lock.json ./
# Without install scripts: the only one that matters would install Node, which the image has.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /registru
RUN install -d -o node -g node -m 700 /data
COPY --from=packages /registru/node_modules node_modules
COPY package.json CHANGELOG.md ./
COPY clients clients
COPY sample sample
COPY scripts scripts
COPY src src
# The user "node", as a number, so that hosts can verify that it is not root.
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "scripts/healthcheck.mjs"]
# Starts Node directly, so that Node receives the signal that stops the container.
CMD ["node", "--max-semi-space-size=16", "src/main.ts"]
