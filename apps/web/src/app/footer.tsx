import { Group, Text, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Logo } from '../shared/art/logo';
import { useSession } from '../shared/session/session';
import choice from '../shared/ui/choice.module.css';
import classes from './footer.module.css';
import { linksFor } from './screens';

const CHOICES: { scheme: MantineColorScheme; label: string; Icon: typeof IconSun }[] = [
  { scheme: 'auto', label: 'System', Icon: IconDeviceDesktop },
  { scheme: 'light', label: 'Light', Icon: IconSun },
  { scheme: 'dark', label: 'Dark', Icon: IconMoon },
];

export function Footer() {
  const isStudent = useSession().student !== null;
  const links = [...linksFor('public', 'footer'), ...(isStudent ? linksFor('student', 'footer') : [])];
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <div className={classes.words}>
          {!isStudent && <Logo />}
          <Text size="sm" c="dimmed">
            Please check your meal plan's guest rules before you share a swipe. Payments between students are not part
            of SpareSwipe.
          </Text>
        </div>
        {/* the colors wrap where large text leaves no room for the three in a row */}
        <Group gap="0 2rem" miw={0}>
          <ul className={classes.links}>
            {links.map(({ to, label }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
          <ColorSchemeSwitch />
        </Group>
      </div>
    </footer>
  );
}

/** Light, dark, or what the student's system asks for. */
function ColorSchemeSwitch() {
  // without this Mantine adds a <style> element for a moment, which the content security policy refuses
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return (
    <fieldset className={classes.scheme}>
      <legend>Colors</legend>
      {CHOICES.map(({ scheme, label, Icon }) => (
        <label key={scheme} className={choice.framed}>
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
