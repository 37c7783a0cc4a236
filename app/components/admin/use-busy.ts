import { useNavigation } from 'react-router'

/** Whether a form with these fields is being submitted. */
export function useBusy(fields: Readonly<Record<string, string>>): boolean {
  const { formData } = useNavigation()
  return (
    formData !== undefined && Object.entries(fields).every(([name, value]) => formData.get(name) === value)
  )
}
