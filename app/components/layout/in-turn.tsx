import { type ReactNode, Suspense, useState } from 'react'
import { type Turn, takeTurn } from '../../runtime/turns.ts'

/**
 * A part of the page that is taken over in a task of its own (`runtime/turns.ts`). It has exactly one element at its top.
 * Identifiers are given in the order in which things are rendered, so nothing with one stands beside such a part: it is in
 * a part as well, or before the first one.
 */
export function InTurn({ children }: { children: ReactNode }) {
  return import.meta.env.SSR || import.meta.env.DEV ? children : <Waiting>{children}</Waiting>
}

function Waiting({ children }: { children: ReactNode }) {
  const [turn] = useState(takeTurn)
  return turn ? (
    <Suspense fallback={null}>
      <Woken turn={turn}>{children}</Woken>
    </Suspense>
  ) : (
    children
  )
}

/** Stands in for what the server wrote until its turn has come. */
function Woken({ turn, children }: { turn: Turn; children: ReactNode }) {
  if (!turn.isHere) throw turn.come
  return children
}
