import { Button, Group } from '@mantine/core';

interface Choice<Value extends string> {
  label: string;
  options: readonly (readonly [value: Value, label: string])[];
  value: Value;
  onChange: (value: Value) => void;
}

/** Buttons of which one is pressed: which part of a list shows. */
export const Choice = <Value extends string>({ label, options, value: chosen, onChange }: Choice<Value>) => (
  <Group gap="xs" role="group" aria-label={label}>
    {options.map(([value, text]) => (
      <Button
        key={value}
        variant={chosen === value ? 'light' : 'default'}
        aria-pressed={chosen === value}
        onClick={() => onChange(value)}
      >
        {text}
      </Button>
    ))}
  </Group>
);
