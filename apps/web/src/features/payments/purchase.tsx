import { DEFAULT_PACKAGE_ID, type PackageId } from '@spareswipe/contract';
import { useState } from 'react';
import { PackagePicker } from './package-picker';
import { PaymentDetails } from './payment-details';
import type { Packages, Selection } from './payments.queries';
import classes from './purchase.module.css';

/** Choosing a package and paying for it. Every choice requests its own payment session (spec §2). */
export function Purchase({ packages }: { packages: Packages }) {
  const [selection, setSelection] = useState<Selection>({ packageId: DEFAULT_PACKAGE_ID, pick: 0 });
  const pick = (packageId: PackageId) => setSelection((before) => ({ packageId, pick: before.pick + 1 }));
  return (
    <div className={classes.columns}>
      <PackagePicker packages={packages} value={selection.packageId} onPick={pick} />
      <PaymentDetails mealPackage={packages[selection.packageId]} selection={selection} />
    </div>
  );
}
