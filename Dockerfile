# The shop for the hosted setup: built once, run without development tools, as nobody.
FROM node:24-slim AS build
WORKDIR /shop
COPY . .
# Installs what the lock file says, then builds.
RUN npm run build

FROM node:24-slim
WORKDIR /shop
ENV NODE_ENV=production PORT=3000 DATA_DIR=/data
COPY --from=build /shop/package.json /shop/package-lock.json ./
RUN npm ci --omit=dev --omit=optional --no-audit --no-fund && mkdir /data && chown node:node /data
COPY --from=build /shop/server.ts /shop/static-files.ts /shop/graceful-shutdown.ts /shop/probes.ts ./
COPY --from=build /shop/build ./build
# The printable letter is drawn with these.
COPY --from=build /shop/app/services/letter/fonts ./app/services/letter/fonts
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=3s --start-period=20s \
  CMD node -e "fetch('http://localhost:'+process.env.PORT+'/healthz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"
# The young part of memory need not grow to 128 MB (docs/performance.md).
CMD ["node", "--max-semi-space-size=8", "server.ts"]
