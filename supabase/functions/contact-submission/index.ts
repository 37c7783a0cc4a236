import { serveOnEdge } from '../_shared/edge.ts'
import { handler } from './handler.ts'

export { handler }

serveOnEdge(handler)
