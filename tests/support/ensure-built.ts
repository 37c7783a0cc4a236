import { ensureBuilt } from '../../scripts/ensure.mjs'

/** Route tests run against the built server, so that they see what visitors see; a stale build is remade first. */
export default function setup() {
  ensureBuilt()
}
