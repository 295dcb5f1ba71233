import { Chip, Chips } from '../../shared/ui/chip';

interface Choice<Value extends string> {
  label: string;
  options: readonly (readonly [value: Value, label: string])[];
  value: Value;
  onChange: (value: Value) => void;
}

/** Buttons of which one is pressed: which part of a list shows. */
export const Choice = <Value extends string>({ label, options, value: chosen, onChange }: Choice<Value>) => (
  <Chips label={label}>
    {options.map(([value, text]) => (
      <Chip key={value} isOn={chosen === value} onClick={() => onChange(value)}>
        {text}
      </Chip>
    ))}
  </Chips>
);
