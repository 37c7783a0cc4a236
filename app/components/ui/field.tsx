import { type ComponentProps, type ReactNode, useId } from 'react'
import { Icon } from './icon.tsx'

type FieldParts = {
  readonly label: ReactNode
  readonly hint?: ReactNode
  /** Error messages, of which the first is shown. */
  readonly error?: string | readonly string[] | undefined
  /** Class of the element around label, control and messages. */
  readonly fieldClass?: string
}

function firstError(error: FieldParts['error']): string | undefined {
  return typeof error === 'string' ? error : error?.[0]
}

/** An error message with an icon, so that it does not rely on colour. Refer to its id in `aria-describedby`. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="err" id={id}>
      <Icon name="alert" />
      <span>{children}</span>
    </p>
  )
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
    <div className={`field ${parts.fieldClass ?? ''}`.trimEnd()}>
      <label htmlFor={id}>{parts.label}</label>
      {children}
      {parts.hint ? (
        <p className="hint" id={`${id}-hint`}>
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
  className = '',
  ...input
}: FieldParts & ComponentProps<'input'>) {
  const parts = { label, hint, error: errors, fieldClass }
  const { id, error, controlProps } = useControlProps(parts, input.id, input['aria-describedby'])
  return (
    <FieldBlock id={id} error={error} parts={parts}>
      <input {...input} {...controlProps} className={`in ${className}`.trimEnd()} />
    </FieldBlock>
  )
}

/** Like `Field`, as a `textarea`. */
export function TextArea({
  label,
  hint,
  error: errors,
  fieldClass,
  className = '',
  ...area
}: FieldParts & ComponentProps<'textarea'>) {
  const parts = { label, hint, error: errors, fieldClass }
  const { id, error, controlProps } = useControlProps(parts, area.id, area['aria-describedby'])
  return (
    <FieldBlock id={id} error={error} parts={parts}>
      <textarea {...area} {...controlProps} className={`in ${className}`.trimEnd()} />
    </FieldBlock>
  )
}

/** Like `Field`, as a `select`; the children are its options. */
export function Select({
  label,
  hint,
  error: errors,
  fieldClass,
  className = '',
  ...select
}: FieldParts & ComponentProps<'select'>) {
  const parts = { label, hint, error: errors, fieldClass }
  const { id, error, controlProps } = useControlProps(parts, select.id, select['aria-describedby'])
  return (
    <FieldBlock id={id} error={error} parts={parts}>
      <select {...select} {...controlProps} className={`in ${className}`.trimEnd()} />
    </FieldBlock>
  )
}

/** A checkbox inside its label. */
export function Checkbox({ label, ...input }: { label: ReactNode } & ComponentProps<'input'>) {
  return (
    <label className="chk">
      <input type="checkbox" {...input} />
      <span>{label}</span>
    </label>
  )
}
