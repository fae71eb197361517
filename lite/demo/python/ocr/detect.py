"""From the detection network's map to boxes around lines of text, and from a box to an upright line."""
import cv2
import numpy as np

THRESHOLD = 0.3  # of a pixel
BOX_THRESHOLD = 0.5  # of a box's score, the mean of the map inside it
UNCLIP = 1.6  # how far a box grows: this times its area divided by its perimeter
MOST_CONTOURS = 1000
SMALLEST_SIDE, SMALLEST_GROWN_SIDE = 3, 5
SAME_LINE = 10  # pixels between the first corners of two boxes of one line


def corners(rectangle):
    """Of a rotated rectangle of OpenCV: top left, top right, bottom right, bottom left."""
    points = sorted(cv2.boxPoints(rectangle), key=lambda p: p[0])
    left = sorted(points[:2], key=lambda p: p[1])
    right = sorted(points[2:], key=lambda p: p[1])
    return np.array([left[0], right[0], right[1], left[1]], np.float32)


def mean_inside(probabilities, box):
    """Mean of the map inside a quadrangle, its border included."""
    last = np.array(probabilities.shape[::-1]) - 1
    x0, y0 = np.clip(np.floor(box.min(axis=0)), 0, last).astype(int)
    x1, y1 = np.clip(np.ceil(box.max(axis=0)), 0, last).astype(int)
    mask = np.zeros((y1 - y0 + 1, x1 - x0 + 1), np.uint8)
    cv2.fillPoly(mask, [(box - np.float32([x0, y0])).astype(np.int32)], 1)
    inside = probabilities[y0:y1 + 1, x0:x1 + 1][mask > 0]
    return float(inside.mean()) if inside.size else 0.0


def in_reading_order(found):
    """Lines from above; boxes of one line from the left."""
    found = sorted(found, key=lambda f: (f[0][0][1], f[0][0][0]))
    for i in range(1, len(found)):
        for j in range(i, 0, -1):
            before, after = found[j - 1][0][0], found[j][0][0]
            if abs(after[1] - before[1]) >= SAME_LINE or after[0] >= before[0]:
                break
            found[j - 1], found[j] = found[j], found[j - 1]
    return found


def find_boxes(probabilities, image_size):
    """[(corners in pixels of the image, score)] of a map; `image_size` is (width, height)."""
    mask = cv2.dilate((probabilities > THRESHOLD).astype(np.uint8), np.ones((2, 2), np.uint8))
    contours = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)[-2]
    scale = np.float32(image_size)
    found = []
    for contour in contours[:MOST_CONTOURS]:
        centre, (a, b), angle = cv2.minAreaRect(contour)
        if min(a, b) < SMALLEST_SIDE:
            continue
        score = mean_inside(probabilities, corners((centre, (a, b), angle)))
        if score < BOX_THRESHOLD:
            continue
        grow = a * b * UNCLIP / (2 * (a + b))
        a, b = a + 2 * grow, b + 2 * grow
        if min(a, b) < SMALLEST_GROWN_SIDE:
            continue
        box = corners((centre, (a, b), angle)) / np.float32(probabilities.shape[::-1]) * scale
        found.append((np.clip(np.round(box), 0, scale - 1), score))
    return in_reading_order(found)


def crop(image, box):
    """Crops the quadrangle upright; None if it is less than a pixel wide or high."""
    def distance(i, j):
        return np.linalg.norm(box[i] - box[j])

    width, height = int(max(distance(0, 1), distance(2, 3))), int(max(distance(0, 3), distance(1, 2)))
    if width < 1 or height < 1:
        return None
    upright = np.float32([[0, 0], [width, 0], [width, height], [0, height]])
    line = cv2.warpPerspective(image, cv2.getPerspectiveTransform(box, upright), (width, height),
                               flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    if height >= 1.5 * width:
        line = cv2.rotate(line, cv2.ROTATE_90_COUNTERCLOCKWISE)
    return line
