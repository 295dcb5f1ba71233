import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import classes from './footer.module.css';

const CHOICES: { scheme: MantineColorScheme; label: string; Icon: typeof IconSun }[] = [
  { scheme: 'auto', label: 'System', Icon: IconDeviceDesktop },
  { scheme: 'light', label: 'Light', Icon: IconSun },
  { scheme: 'dark', label: 'Dark', Icon: IconMoon },
];

/** Light, dark, or what the student's system asks for. */
export function ColorSchemeSwitch() {
  // without this Mantine adds a <style> element for a moment, which the content security policy refuses
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return (
    <fieldset className={classes.scheme}>
      <legend>Colors</legend>
      {CHOICES.map(({ scheme, label, Icon }) => (
        <label key={scheme}>
          <input
            type="radio"
            name="colorScheme"
            value={scheme}
            checked={colorScheme === scheme}
            onChange={() => setColorScheme(scheme)}
          />
          <Icon size={18} stroke={1.75} aria-hidden />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
