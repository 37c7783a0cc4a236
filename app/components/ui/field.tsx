import { type ComponentProps, type InvalidEvent, type ReactNode, useId, useState } from 'react'
import { fieldProblem } from '../../models/page-messages.ts'
import { cn } from './cn.ts'
import { Icon } from './icon.tsx'

type FieldParts = {
  readonly label: ReactNode
  readonly hint?: ReactNode
  /** Error messages, of which the first is shown. */
  readonly error?: string | readonly string[] | undefined
  /** Class of the element around label, control and messages. */
  readonly fieldClass?: string
}

/**
 * A control keeps its paper on every ground. Its border goes on saying that something is wrong while it has the
 * focus, and an error stays visible when its field is scrolled into view.
 */
export const CONTROL =
  'min-h-control w-full rounded-board border border-edge bg-leaf px-4 py-3 text-coal hover:border-coal focus-visible:border-gilt-ink aria-invalid:scroll-mb-28 aria-invalid:border-bad aria-invalid:inset-ring aria-invalid:inset-ring-bad'

/** A `CONTROL` with an arrow, for a select. */
export const SELECT = cn(
  CONTROL,
  'arrow-down appearance-none pr-11 forced-colors:appearance-auto forced-colors:bg-none',
)

function firstError(error: FieldParts['error']): string | undefined {
  return typeof error === 'string' ? error : error?.[0]
}

/** An error message with an icon, so that it does not rely on colour. Refer to its id in `aria-describedby`. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 text-sm leading-snug text-bad" id={id}>
      <Icon name="alert" className="mt-0.5" />
      <span>{children}</span>
    </p>
  )
}

type TextControl = HTMLInputElement | HTMLTextAreaElement

/**
 * What the browser's check of a field has found, shown as an error until something is typed: it takes the place of
 * the browser's bubble.
 */
function useBrowserCheck() {
  const [problem, setProblem] = useState<string>()
  function onInvalid(event: InvalidEvent<TextControl>) {
    event.preventDefault()
    const { currentTarget: field } = event
    setProblem(fieldProblem(field, field.validity.valueMissing))
    // The bubble would have brought the first one into view.
    const controls = [...(field.form?.querySelectorAll<TextControl>('input, select, textarea') ?? [])]
    if (controls.find(({ validity }) => !validity.valid) === field) field.focus()
  }
  return { problem, onInvalid, forget: () => setProblem(undefined) }
}

type ControlProps = {
  readonly id: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}

function useControlProps(parts: FieldParts, givenId: string | undefined, describedBy: string | undefined) {
  const ownId = useId()
  const id = givenId ?? ownId
  const error = firstError(parts.error)
  const descriptionIds = [describedBy, parts.hint ? `${id}-hint` : null, error ? `${id}-error` : null]
  const controlProps: ControlProps = {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': descriptionIds.filter(Boolean).join(' ') || undefined,
  }
  return { id, error, controlProps }
}

function FieldBlock({
  id,
  error,
  parts,
  children,
}: {
  id: string
  error: string | undefined
  parts: FieldParts
  children: ReactNode
}) {
  return (
    <div className={cn('grid content-start gap-1.5', parts.fieldClass)}>
      <label className="text-sm font-semibold" htmlFor={id}>
        {parts.label}
      </label>
      {children}
      {parts.hint ? (
        <p className="text-hint text-quiet" id={`${id}-hint`}>
          {parts.hint}
        </p>
      ) : null}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </div>
  )
}

/** A labelled input, with its hint and error in `aria-describedby`. */
export function Field({
  label,
  hint,
  error: errors,
  fieldClass,
  className,
  ...input
}: FieldParts & ComponentProps<'input'>) {
  const check = useBrowserCheck()
  const parts = { label, hint, error: firstError(errors) ?? check.problem, fieldClass }
  const { id, error, controlProps } = useControlProps(parts, input.id, input['aria-describedby'])
  return (
    <FieldBlock id={id} error={error} parts={parts}>
      <input
        onInvalid={check.onInvalid}
        {...input}
        {...controlProps}
        onInput={(event) => {
          check.forget()
          input.onInput?.(event)
        }}
        className={cn(CONTROL, className)}
      />
    </FieldBlock>
  )
}

/** Like `Field`, as a `textarea`. */
export function TextArea({
  label,
  hint,
  error: errors,
  fieldClass,
  className,
  ...area
}: FieldParts & ComponentProps<'textarea'>) {
  const parts = { label, hint, error: errors, fieldClass }
  const { id, error, controlProps } = useControlProps(parts, area.id, area['aria-describedby'])
  return (
    <FieldBlock id={id} error={error} parts={parts}>
      <textarea {...area} {...controlProps} className={cn(CONTROL, 'min-h-36 resize-y', className)} />
    </FieldBlock>
  )
}

/** Like `Field`, as a `select`; the children are its options. */
export function Select({
  label,
  hint,
  error: errors,
  fieldClass,
  className,
  ...select
}: FieldParts & ComponentProps<'select'>) {
  const parts = { label, hint, error: errors, fieldClass }
  const { id, error, controlProps } = useControlProps(parts, select.id, select['aria-describedby'])
  return (
    <FieldBlock id={id} error={error} parts={parts}>
      <select {...select} {...controlProps} className={cn(SELECT, className)} />
    </FieldBlock>
  )
}

/** A checkbox inside its label. */
export function Checkbox({ label, ...input }: { label: ReactNode } & ComponentProps<'input'>) {
  return (
    <label className="flex items-start gap-3 text-sm leading-snug">
      <input type="checkbox" {...input} className="size-6 flex-none accent-gilt-ink" />
      <span>{label}</span>
    </label>
  )
}
