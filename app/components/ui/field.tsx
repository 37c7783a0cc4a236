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

function useControl<Props extends ComponentProps<'input' | 'textarea' | 'select'>>({
  label,
  hint,
  error: errors,
  fieldClass,
  ...control
}: FieldParts & Props) {
  const ownId = useId()
  const id = control.id ?? ownId
  const error = typeof errors === 'string' ? errors : errors?.[0]
  const describedBy = [control['aria-describedby'], hint ? `${id}-hint` : null, error ? `${id}-error` : null]
  return {
    block: { id, label, hint, error, fieldClass },
    control: {
      ...control,
      id,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': describedBy.filter(Boolean).join(' ') || undefined,
    },
  }
}

type BlockProps = FieldParts & { readonly id: string; readonly children: ReactNode }

function FieldBlock({ id, label, hint, error, fieldClass, children }: BlockProps) {
  return (
    <div className={cn('grid content-start gap-1.5', fieldClass)}>
      <label className="text-sm font-semibold" htmlFor={id}>
        {label}
      </label>
      {children}
      {hint ? (
        <p className="text-hint text-quiet" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </div>
  )
}

export function Field({ className, ...props }: FieldParts & ComponentProps<'input'>) {
  const { block, control } = useControl(props)
  return (
    <FieldBlock {...block}>
      <input {...control} className={cn(CONTROL, className)} />
    </FieldBlock>
  )
}

export function NameField(props: Partial<FieldParts> & ComponentProps<'input'>) {
  return <Field label="Name" dir="auto" autoComplete="name" {...props} />
}

export function EmailField(props: Partial<FieldParts> & ComponentProps<'input'>) {
  return <Field label="Email" type="email" autoComplete="email" {...props} />
}

export function TextArea({ className, ...props }: FieldParts & ComponentProps<'textarea'>) {
  const { block, control } = useControl(props)
  return (
    <FieldBlock {...block}>
      <textarea {...control} className={cn(CONTROL, 'min-h-36 resize-y', className)} />
    </FieldBlock>
  )
}

export function Select({ className, ...props }: FieldParts & ComponentProps<'select'>) {
  const { block, control } = useControl(props)
  return (
    <FieldBlock {...block}>
      <select {...control} className={cn(SELECT, className)} />
    </FieldBlock>
  )
}

export function Checkbox({ label, ...input }: { label: ReactNode } & ComponentProps<'input'>) {
  return (
    <label className="flex items-start gap-3 text-sm leading-snug">
      <input type="checkbox" {...input} className="size-6 flex-none accent-gilt-ink" />
      <span>{label}</span>
    </label>
  )
}
