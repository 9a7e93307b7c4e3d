import { expect, it } from 'vitest';
import { messageOf } from './refusals.ts';

const said = (body: unknown) => messageOf({ json: async () => body } as never, 'It could not be read.');

it('says what is wrong with what was given, not that it is not valid', async () => {
  const errors = [{ field: 'list', message: 'The list is empty. Name at least one address.' }, { field: 'owner' }];
  expect(await said({ message: 'Validation Failed', errors })).toBe('The list is empty. Name at least one address.');
});

it('says the sentence of the whole where no field has one', async () => {
  expect(await said({ message: 'It is running.' })).toBe('It is running.');
  expect(await said({ message: 'It is running.', errors: [{ field: 'list' }] })).toBe('It is running.');
  expect(await said(null)).toBe('It could not be read.');
});
