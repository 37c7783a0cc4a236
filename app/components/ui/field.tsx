import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from './cn.ts'
import { Icon } from './icon.tsx'

type FieldParts = {
  readonly label: ReactNode
  readonly hint?: ReactNode
  /** Error messages, of which the first is shown. */
  readonly error?: string | readonly string[] | undefined
  readonly fieldClass?: string
}

/** Classes of a control, paper on every ground. The scroll margin keeps its error visible when it is focused. */
export const CONTROL =
  'min-h-control w-full rounded-board border border-edge bg-leaf px-4 py-3 text-coal hover:border-coal focus-visible:border-gilt-ink aria-invalid:scroll-mb-28 aria-invalid:border-bad aria-invalid:inset-ring aria-invalid:inset-ring-bad'

export const SELECT = cn(
  CONTROL,
  'arrow-down appearance-none pr-11 forced-colors:appearance-auto forced-colors:bg-none',
)

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

/** A control with its label, hint and error. */
export function Field({
  as: Control = 'input',
  label,
  hint,
  error: errors,
  fieldClass,
  ...control
}: FieldProps) {
  const ownId = useId()
  const id = control.id ?? ownId
  const error = typeof errors === 'string' ? errors : errors?.[0]
  const describedBy = [control['aria-describedby'], hint ? `${id}-hint` : null, error ? `${id}-error` : null]
  const props: object = {
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
      <Control {...props} />
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

/** A card whose whole surface is the real radio button or checkbox that is its first child (`ChoiceInput`). */
export function ChoiceCard({ className, ...rest }: ComponentProps<'label'>) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is among its children
    <label
      {...rest}
      className={cn(
        'group/choice relative grid cursor-pointer grid-cols-ends items-center gap-4 rounded-board border border-edge bg-leaf px-4 py-4 text-coal transition-colors hover:border-coal has-checked:border-gilt-ink has-checked:inset-ring has-checked:inset-ring-gilt-ink has-focus-visible:focus-ring has-disabled:cursor-not-allowed has-disabled:bg-off has-disabled:text-quiet forced-colors:has-checked:outline-3 forced-colors:has-checked:outline-highlight print:break-inside-avoid',
        className,
      )}
    />
  )
}

export function ChoiceInput({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <input
      {...rest}
      className={cn(
        'absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed',
        className,
      )}
    />
  )
}

export function ChoiceDot({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'inline-block size-5 flex-none rounded-full border border-edge bg-leaf group-has-checked/choice:border-5 group-has-checked/choice:border-gilt-ink',
        className,
      )}
    />
  )
}
