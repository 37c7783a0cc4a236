// `npm start` and `npm run dev`: installs and builds what is missing, then starts the server on the project's own
// Node.
import { ensureBuilt } from './ensure.mjs'
import { becomeNode, ensureInstalled, serverArguments } from './install.mjs'

const isDevelopment = process.argv.includes('--dev')
ensureInstalled()
if (!isDevelopment) ensureBuilt()
becomeNode(serverArguments, {
  NODE_ENV: isDevelopment ? 'development' : (process.env.NODE_ENV ?? 'production'),
})
