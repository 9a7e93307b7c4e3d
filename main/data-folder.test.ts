import { expect, it } from 'vitest';
import { chooseDataFolder } from './data-folder.ts';

it('prefers the flag, then the environment, then the settings folder', () => {
  expect(chooseDataFolder(['app', '--data', '/a b'], { GANTRY_DATA: '/c' }, '/user')).toBe('/a b');
  expect(chooseDataFolder(['app', '--data=/d'], {}, '/user')).toBe('/d');
  expect(chooseDataFolder(['app'], { GANTRY_DATA: '/c' }, '/user')).toBe('/c');
  expect(chooseDataFolder(['app', '--data'], {}, '/user')).toBe('/user/data');
});
