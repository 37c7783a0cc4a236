import { type ReactNode, Suspense, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { type Turn, takeNewTurn, takeTurn } from '../../runtime/turns.ts'

type Props = {
  /** Among what is seen first when the page is shown after another one: it comes at once then. */
  readonly first?: boolean
  /** Nothing in it answers anybody but its links, and no field or identifier is in it: it is hydrated in quiet moments. */
  readonly still?: boolean
  readonly children: ReactNode
}

/**
 * A part of the page that is hydrated, or rendered anew, in a task of its own (`runtime/turns.ts`). It has exactly one element
 * at its top. Identifiers are given in the order in which things are rendered, so nothing with one stands beside such a
 * part: it is in a part as well, or before the first one.
 */
export function InTurn({ first = false, still = false, children }: Props) {
  if (import.meta.env.SSR || import.meta.env.DEV) return children
  return (
    <Waiting first={first} still={still}>
      {children}
    </Waiting>
  )
}

function Waiting({ first, still, children }: Required<Props>) {
  const [turn] = useState(() => takeTurn(first, still))
  if (turn === null) return children
  return turn.isNew ? <Coming turn={turn}>{children}</Coming> : <Hydrating turn={turn}>{children}</Hydrating>
}

type PartProps = { readonly turn: Turn; readonly children: ReactNode }

/** Nothing until its turn has come. */
function Coming({ turn, children }: PartProps) {
  return useHasCome(turn) ? children : null
}

/** Renders again when a turn has come. */
function useHasCome(turn: Turn | null): boolean {
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  useLayoutEffect(() => void turn?.come.then(renderAgain), [turn])
  return turn === null || turn.isHere
}

/**
 * False at first where a page is shown after another one, for what can wait until the first screenful has been painted;
 * true everywhere else. Nothing that is seen may move when it turns true.
 */
export function useIsWhole(): boolean {
  const [turn] = useState(() => (import.meta.env.SSR || import.meta.env.DEV ? null : takeNewTurn()))
  return useHasCome(turn)
}

/**
 * A part below the first screenful that is taken over with what is around it.
 * @param meanwhile stands for it until it comes, where others look for something in it
 */
export function Later({ meanwhile = null, children }: { meanwhile?: ReactNode; children: ReactNode }) {
  return useIsWhole() ? children : meanwhile
}

/** What the server wrote until its turn has come, then hydrated. */
function Hydrating({ turn, children }: PartProps) {
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  const first = useRef<ReactNode>(null)
  const isLate = useRef(false)
  // What changes meanwhile waits as well: Preact loses a part that is asked to wait a second time.
  if (first.current && !turn.isHere) {
    isLate.current = true
    return first.current
  }
  const part = (
    <Suspense fallback={null}>
      <Hydrated
        turn={turn}
        onHydrated={() => {
          if (isLate.current) renderAgain()
        }}
      >
        {children}
      </Hydrated>
    </Suspense>
  )
  first.current ??= part
  return part
}

/** Suspends until its turn has come, so that Preact leaves what the server wrote as it is. */
function Hydrated({ turn, onHydrated, children }: PartProps & { onHydrated: () => void }) {
  if (!turn.isHere) throw turn.come
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with what was known when its turn came
  useEffect(onHydrated, [])
  return children
}
