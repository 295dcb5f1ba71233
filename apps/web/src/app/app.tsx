import { Navigate, Route, Routes } from 'react-router';
import { paths } from '../shared/paths';
import { Guard } from './guard';
import { Layout } from './layout';
import { studentScreens, visitorScreens } from './screens';

/** Every screen and who may see it (spec §2). */
export function App() {
  return (
    <Routes>
      <Route element={<Layout />}>
        {visitorScreens.map(({ path, Screen }) => (
          <Route key={path} path={path} element={<Screen />} />
        ))}
        <Route element={<Guard />}>
          {studentScreens.map(({ path, Screen }) => (
            <Route key={path} path={path} element={<Screen />} />
          ))}
        </Route>
        <Route path="*" element={<Navigate to={paths.landing} replace />} />
      </Route>
    </Routes>
  );
}
