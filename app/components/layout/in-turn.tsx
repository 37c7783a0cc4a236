import { type ReactNode, Suspense, useEffect, useReducer, useRef, useState } from 'react'
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
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  const first = useRef<ReactNode>(null)
  const isLate = useRef(false)
  if (turn === null) return children
  // What changes meanwhile waits as well: Preact loses a part that is asked to wait a second time.
  if (first.current && !turn.isHere) {
    isLate.current = true
    return first.current
  }
  const part = (
    <Suspense fallback={null}>
      <Woken
        turn={turn}
        onWoken={() => {
          if (isLate.current) renderAgain()
        }}
      >
        {children}
      </Woken>
    </Suspense>
  )
  first.current ??= part
  return part
}

/** Stands in for what the server wrote until its turn has come. */
function Woken({ turn, onWoken, children }: { turn: Turn; onWoken: () => void; children: ReactNode }) {
  if (!turn.isHere) throw turn.come
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with what was known when it was woken
  useEffect(onWoken, [])
  return children
}
