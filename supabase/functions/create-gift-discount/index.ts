import { serveOnEdge } from '../_shared/edge.ts'
import { handler } from './handler.ts'

serveOnEdge(handler)
