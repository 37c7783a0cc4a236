import { type ReactNode, Suspense, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { enqueueRenderTask, enqueueTask, type QueuedTask } from '../../runtime/task-queue.ts'

type Props = {
  /** Rendered at once when the page is shown by a client navigation. */
  readonly isAboveFold?: boolean
  /**
   * Has no form fields, generated ids or event handlers other than those of links: hydrated when the browser is
   * idle.
   */
  readonly isStatic?: boolean
  readonly children: ReactNode
}

/**
 * A part of the page that is hydrated, or rendered, in a task of its own (`runtime/task-queue.ts`). It has exactly
 * one element at its top. `useId` counts in the order of rendering, so a component with an id is inside such a part
 * or before the first one, never beside it.
 */
export function TaskBoundary({ isAboveFold = false, isStatic = false, children }: Props) {
  if (import.meta.env.SSR || import.meta.env.DEV) return children
  return (
    <Queued isAboveFold={isAboveFold} isStatic={isStatic}>
      {children}
    </Queued>
  )
}

function Queued({ isAboveFold, isStatic, children }: Required<Props>) {
  const [task] = useState(() => enqueueTask(isAboveFold, isStatic))
  if (task === null) return children
  return task.isRender ? (
    <Rendered task={task}>{children}</Rendered>
  ) : (
    <Hydrated task={task}>{children}</Hydrated>
  )
}

type PartProps = { readonly task: QueuedTask; readonly children: ReactNode }

/** Renders nothing until its task has started. */
function Rendered({ task, children }: PartProps) {
  return useHasStarted(task) ? children : null
}

/** Renders again when a task starts. */
function useHasStarted(task: QueuedTask | null): boolean {
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  useLayoutEffect(() => void task?.started.then(rerender), [task])
  return task === null || task.hasStarted
}

/**
 * False at first where a page is shown by a client navigation, for what can wait until the first screenful has been
 * painted; true everywhere else. Nothing in view may move when it becomes true.
 */
export function useIsFullyRendered(): boolean {
  const [task] = useState(() => (import.meta.env.SSR || import.meta.env.DEV ? null : enqueueRenderTask()))
  return useHasStarted(task)
}

/**
 * A part below the fold that is hydrated together with its surroundings.
 * @param placeholder stands in for it until it is rendered, where other code looks for an element in it
 */
export function BelowFold({
  placeholder = null,
  children,
}: {
  placeholder?: ReactNode
  children: ReactNode
}) {
  return useIsFullyRendered() ? children : placeholder
}

/** Leaves the server's markup alone until its task starts, then hydrates it. */
function Hydrated({ task, children }: PartProps) {
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  const first = useRef<ReactNode>(null)
  const hasMissedUpdate = useRef(false)
  // Updates wait as well: Preact loses a part that suspends a second time.
  if (first.current && !task.hasStarted) {
    hasMissedUpdate.current = true
    return first.current
  }
  const part = (
    <Suspense fallback={null}>
      <Suspended
        task={task}
        onHydrated={() => {
          if (hasMissedUpdate.current) rerender()
        }}
      >
        {children}
      </Suspended>
    </Suspense>
  )
  first.current ??= part
  return part
}

/** Suspends until its task starts, so that Preact leaves the server's markup as it is. */
function Suspended({ task, onHydrated, children }: PartProps & { onHydrated: () => void }) {
  if (!task.hasStarted) throw task.started
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with what was known when the task started
  useEffect(onHydrated, [])
  return children
}
