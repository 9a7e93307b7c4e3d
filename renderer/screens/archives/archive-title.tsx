import { Stack, Text } from '@mantine/core';
import { Truncated } from '../../components/truncated.tsx';

/** An archive's name, and where it lies. */
export function ArchiveTitle({ path }: { path: string }) {
  return (
    <Stack gap={0} component="span">
      <Truncated text={fileName(path)} />
      <Text component="span" c="dimmed" fw={400}>
        <Truncated text={path} keep="end" />
      </Text>
    </Stack>
  );
}

/** The last part of a path, of whichever system. */
export function fileName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}
