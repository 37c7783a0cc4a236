# The shop for real services (with embedded ones it listens on the container's 127.0.0.1 only, unless HOST is set): a build stage, and an image without development tools that runs as an unprivileged user.
# What is downloaded comes before the code, so that a change of code downloads nothing.
FROM node:24-slim AS build
WORKDIR /shop
COPY package.json package-lock.json ./
COPY scripts/install.mjs ./scripts/
RUN node --eval "import('./scripts/install.mjs').then((shop) => shop.ensureInstalled())"
COPY . .
RUN npm run build

FROM node:24-slim
WORKDIR /shop
ENV NODE_ENV=production PORT=3000 DATA_DIR=/data
COPY --from=build /shop/package.json /shop/package-lock.json ./
RUN npm ci --omit=dev --omit=optional --no-audit --no-fund && mkdir /data && chown node:node /data
COPY --from=build /shop/server.ts /shop/graceful-shutdown.ts ./
COPY --from=build /shop/build ./build
# The commands `node scripts/doctor.mjs`, `node scripts/setup.mjs` and `node scripts/owner.mjs`.
COPY --from=build /shop/scripts/doctor.mjs /shop/scripts/setup.mjs /shop/scripts/owner.mjs /shop/scripts/ensure.mjs /shop/scripts/install.mjs ./scripts/
# Templates of the printable letter.
COPY --from=build /shop/app/services/letter/templates ./app/services/letter/templates
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=3s --start-period=20s \
  CMD node -e "fetch('http://localhost:'+process.env.PORT+'/healthz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"
# Keeps the heap small: as `serverArguments` in scripts/install.mjs (docs/performance.md).
ENV MALLOC_ARENA_MAX=2
CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=1000", "server.ts"]
