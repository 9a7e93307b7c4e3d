/** Areas side by side (squarified treemap: Bruls, Huizing, van Wijk, 2000). */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Divides an area into parts as large as their amounts, each as square as it gets.
 * @param amounts positive, largest first
 * @returns areas in the order of the amounts
 */
export function treemap(amounts: readonly number[], area: Area): Area[] {
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  if (total <= 0) return [];
  const scale = (area.width * area.height) / total;
  const areas: Area[] = [];
  let rest = { ...area };
  for (let from = 0; from < amounts.length; ) {
    const side = Math.min(rest.width, rest.height);
    let to = from + 1;
    while (
      to < amounts.length &&
      worst(amounts.slice(from, to + 1), scale, side) <= worst(amounts.slice(from, to), scale, side)
    )
      to += 1;
    const strip = amounts.slice(from, to).map((amount) => amount * scale);
    const sum = strip.reduce((all, size) => all + size, 0);
    const wide = rest.width >= rest.height;
    const thickness = side === 0 ? 0 : sum / side;
    let along = wide ? rest.y : rest.x;
    for (const size of strip) {
      const length = thickness === 0 ? 0 : size / thickness;
      areas.push(
        wide
          ? { x: rest.x, y: along, width: thickness, height: length }
          : { x: along, y: rest.y, width: length, height: thickness },
      );
      along += length;
    }
    rest = wide
      ? { ...rest, x: rest.x + thickness, width: Math.max(rest.width - thickness, 0) }
      : { ...rest, y: rest.y + thickness, height: Math.max(rest.height - thickness, 0) };
    from = to;
  }
  return areas;
}

/** How far from a square the oddest part of a strip is. */
function worst(amounts: readonly number[], scale: number, side: number): number {
  const sizes = amounts.map((amount) => amount * scale);
  const sum = sizes.reduce((all, size) => all + size, 0);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  return Math.max((side * side * most) / (sum * sum), (sum * sum) / (side * side * least));
}
