import { Code, Table, Text, Title } from '@mantine/core';
import { type Block, spansOf } from './markdown.ts';

/** A document of ours on a page: its headings come below the page's own. */
export function Document({ blocks }: { blocks: readonly Block[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the document does not change while it is shown.
  return blocks.map((block, index) => <Part key={index} block={block} />);
}

function Part({ block: { kind, level, lines } }: { block: Block }) {
  const [first = ''] = lines;
  if (kind === 'heading') {
    return (
      <Title order={level > 2 ? 3 : 2} mt="sm">
        <Line text={first} />
      </Title>
    );
  }
  if (kind === 'paragraph') {
    return (
      <Text maw={640} data-selectable>
        <Line text={first} />
      </Text>
    );
  }
  if (kind === 'code') {
    return (
      <Code block data-selectable>
        {lines.join('\n')}
      </Code>
    );
  }
  if (kind === 'table') return <Rows lines={lines} />;
  const List = kind === 'list' ? 'ul' : 'ol';
  return (
    <List style={{ margin: 0, paddingInlineStart: 20, maxWidth: 640 }}>
      {lines.map((line) => (
        <Text component="li" key={line} data-selectable>
          <Line text={line} />
        </Text>
      ))}
    </List>
  );
}

function Rows({ lines }: { lines: readonly string[] }) {
  const [head = [], ...rows] = lines.map((line) => line.split('|').map((cell) => cell.trim()));
  return (
    <Table maw={640} data-selectable>
      <Table.Thead>
        <Table.Tr>
          {head.map((cell) => (
            <Table.Th key={cell}>
              <Line text={cell} />
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.join('|')}>
            {row.map((cell) => (
              <Table.Td key={cell}>
                <Line text={cell} />
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Line({ text }: { text: string }) {
  return spansOf(text).map(({ text: words, look }, index) => {
    // biome-ignore-start lint/suspicious/noArrayIndexKey: a line does not change while it is shown.
    if (look === 'strong') return <strong key={index}>{words}</strong>;
    if (look === 'code') return <Code key={index}>{words}</Code>;
    return <span key={index}>{words}</span>;
    // biome-ignore-end lint/suspicious/noArrayIndexKey: a line does not change while it is shown.
  });
}
