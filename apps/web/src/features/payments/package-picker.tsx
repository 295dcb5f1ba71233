import { Stack, Text } from '@mantine/core';
import { counted, packageIds, plural, type PackageId } from '@spareswipe/contract';
import { dollars } from './dollars';
import type { Packages } from './payments.queries';
import classes from './package-picker.module.css';

interface Props {
  packages: Packages;
  value: PackageId;
  onPick: (packageId: PackageId) => void;
}

/** The packages, a radio group: name, description, price and price per meal. */
export function PackagePicker({ packages, value, onPick }: Props) {
  const offered = packageIds.filter((id) => id in packages);
  return (
    <fieldset className={classes.group}>
      <legend>Choose a package</legend>
      <Stack gap="sm">
        {offered.map((id) => {
          const { name, description, price, credits } = packages[id];
          return (
            <label key={id} className={classes.package}>
              <input
                type="radio"
                name="packageId"
                value={id}
                checked={id === value}
                onChange={() => onPick(id)}
                aria-label={`${name}, ${counted(credits, 'meal')}, ${dollars(price)}, ${dollars(price / credits)} per meal. ${description}`}
              />
              <span className={classes.mark} aria-hidden />
              <span className={classes.what}>
                <Text span size="lg" fw={600}>
                  {name}
                </Text>
                <Text span c="dimmed" size="sm">
                  {description}
                </Text>
              </span>
              <span className={classes.credits}>
                <strong>{credits}</strong> {plural(credits, 'meal')}
              </span>
              <span className={classes.price}>
                <strong>{dollars(price)}</strong>
                <Text span c="dimmed" size="sm">
                  {dollars(price / credits)} per meal
                </Text>
              </span>
            </label>
          );
        })}
      </Stack>
    </fieldset>
  );
}
