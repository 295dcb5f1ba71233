import { Navigate, Route, Routes } from 'react-router';
import { paths } from '../shared/paths';
import { Guard } from './guard';
import { Layout } from './layout';
import { screens } from './screens';

const routesFor = (isGuarded: boolean) =>
  screens
    .filter(({ audience }) => (audience === 'student') === isGuarded)
    .map(({ path, Screen }) => <Route key={path} path={path} element={<Screen />} />);

/** Every screen and who may see it (spec §2). */
export function App() {
  return (
    <Routes>
      <Route element={<Layout />}>
        {routesFor(false)}
        <Route element={<Guard />}>{routesFor(true)}</Route>
        <Route path="*" element={<Navigate to={paths.landing} replace />} />
      </Route>
    </Routes>
  );
}
