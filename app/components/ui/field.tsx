import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from './cn.ts'
import { CONTROL, SELECT } from './control.ts'
import { Icon } from './icon.tsx'

type FieldParts = {
  readonly label: ReactNode
  readonly hint?: ReactNode
  /** Error messages, of which the first is shown. */
  readonly error?: string | readonly string[] | undefined
  readonly fieldClass?: string
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

type FieldProps = FieldParts & ComponentProps<'input'> & { readonly as?: 'input' | 'textarea' | 'select' }

export function Field(props: FieldProps) {
  const { as: Control = 'input', label, hint, error: errors, fieldClass, ...control } = props
  const ownId = useId()
  const id = control.id ?? ownId
  const error = typeof errors === 'string' ? errors : errors?.[0]
  const describedBy = [control['aria-describedby'], hint ? `${id}-hint` : null, error ? `${id}-error` : null]
  const attributes: object = {
    ...control,
    id,
    className: cn(Control === 'select' ? SELECT : CONTROL, control.className),
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy.filter(Boolean).join(' ') || undefined,
  }
  return (
    <div className={cn('grid content-start gap-1.5', fieldClass)}>
      <label className="text-sm font-semibold" htmlFor={id}>
        {label}
      </label>
      <Control {...attributes} />
      {hint ? (
        <p className="text-hint text-quiet" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </div>
  )
}

export function NameField(props: Partial<FieldParts> & ComponentProps<'input'>) {
  return <Field label="Name" dir="auto" autoComplete="name" {...props} />
}

export function EmailField(props: Partial<FieldParts> & ComponentProps<'input'>) {
  return <Field label="Email" type="email" autoComplete="email" {...props} />
}

export function Checkbox({ label, ...input }: { label: ReactNode } & ComponentProps<'input'>) {
  return (
    <label className="flex items-start gap-3 text-sm leading-snug">
      <input type="checkbox" {...input} className="size-6 flex-none accent-gilt-ink" />
      <span>{label}</span>
    </label>
  )
}
