import type { PackageId } from '@spareswipe/contract';
import { useState } from 'react';
import { randomUuid } from '../../shared/api/idempotency-key';
import { preselectedPackage, type Packages } from './meal-packages';
import { PackagePicker } from './package-picker';
import { PaymentDetails } from './payment-details';
import type { Selection } from './payment-session';
import classes from './purchase.module.css';

const select = (packageId: PackageId): Selection => ({ packageId, intent: randomUuid() });

/** Pick a package, pay for it. Every pick asks for a payment session of its own (spec §2). */
export function Purchase({ packages }: { packages: Packages }) {
  const [selection, setSelection] = useState(() => select(preselectedPackage));
  return (
    <div className={classes.columns}>
      <PackagePicker
        packages={packages}
        value={selection.packageId}
        onPick={(packageId) => setSelection(select(packageId))}
      />
      <PaymentDetails mealPackage={packages[selection.packageId]} selection={selection} />
    </div>
  );
}
