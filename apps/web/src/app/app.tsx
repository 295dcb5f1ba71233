import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { paths } from '../shared/paths';
import { useFocusKept } from '../shared/ui/use-focus-kept';
import { Guard } from './guard';
import { Layout } from './layout';
import { loadScript } from '../shared/load-script';
import { ScreenError } from './screen-error';
import { ScreenLoading } from './screen-loading';
import { screens } from './screens';

const routesFor = (isGuarded: boolean) =>
  screens
    .filter(({ audience }) => (audience === 'student') === isGuarded)
    .map(({ path, Screen }) => <Route key={path} path={path} element={<Screen />} />);

// for operators: it has its own script, frame and log-in
const Desk = lazy(async () => ({ default: (await loadScript(() => import('../pages/desk-page'))).DeskPage }));

/** Every screen and who may see it (spec §2). */
export function App() {
  useFocusKept();
  return (
    <Routes>
      <Route
        path="/desk/*"
        element={
          <ScreenError>
            <Suspense fallback={<ScreenLoading />}>
              <Desk />
            </Suspense>
          </ScreenError>
        }
      />
      <Route element={<Layout />}>
        {routesFor(false)}
        <Route element={<Guard />}>{routesFor(true)}</Route>
        <Route path="*" element={<Navigate to={paths.landing} replace />} />
      </Route>
    </Routes>
  );
}
