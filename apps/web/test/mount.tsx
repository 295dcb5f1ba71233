import type { User } from '@spareswipe/contract';
import { contract, TOKEN_STORAGE_KEY } from '@spareswipe/contract';
import { render } from '@testing-library/react';
import { Suspense, type ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { ok } from './fake-server';
// The app loads these late; here no test should meet the moment when they arrive.
import '../src/app/dialogs';
import '../src/app/toasts';
import { Providers } from '../src/app/providers';
import { Dialogs } from '../src/app/guard';
import { createQueryClient } from '../src/shared/api/query-client';
import { StudentContext } from '../src/shared/session/session';
import type { FakeServer } from './fake-server';

/** Shows one component to a student: much quicker than the whole application, where the screen around it does not matter. */
export function mount(element: ReactNode, { as, server }: { as: User; server: FakeServer }) {
  localStorage.setItem(TOKEN_STORAGE_KEY, `token of ${as.name}`);
  server.on(contract.users.me, ok({ user: as }));
  render(
    <MemoryRouter>
      <Providers queryClient={createQueryClient()}>
        <StudentContext value={as}>
          <Suspense>
            <Dialogs />
          </Suspense>
          {element}
        </StudentContext>
      </Providers>
    </MemoryRouter>,
  );
}
